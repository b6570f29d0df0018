/// The catalogues of the package's translations, beside the built program.
package enum BuiltCatalogues {
  /// What went wrong when they were made, once for all tests; empty if they are there.
  package static let failure: String = {
    let program = ProgramFile.path("watchword")
    // The program itself is not built again.
    let made = Result {
      try Completion.of("make", ["-C", PackageFile.root, "-o", program, "catalogues", "program=\(program)"])
    }
    return switch made {
    case .success(let made): made.status == 0 ? "" : "\(made.output)\(made.errors)"
    case .failure(let error): "\(error)"
    }
  }()
}
