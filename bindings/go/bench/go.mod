module github.com/librobots/librobots/bindings/go/bench

go 1.24

require (
	github.com/jimsmart/grobotstxt v1.0.3
	github.com/librobots/librobots/bindings/go v0.0.0
	github.com/temoto/robotstxt v1.1.2
)

replace github.com/librobots/librobots/bindings/go => ../
