//! The remarks about a file, short.

use robots::{DiagnosticKind, RobotsTxt};

/// Kind, line and octet of every remark.
pub fn remarks_of(txt: &RobotsTxt) -> Vec<(DiagnosticKind, u32, u32)> {
    assert!(txt.diagnostics_total() >= txt.diagnostics().len());
    let remarks = txt.diagnostics().iter();
    remarks.map(|d| (d.kind, d.line, d.octet)).collect()
}
