/// The program's version; the man page and the CHANGELOG name the same one.
let version = "0.1.0"
