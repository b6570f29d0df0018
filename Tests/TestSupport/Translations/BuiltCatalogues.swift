/// The catalogues beside the built program, of the translations that the package has.
package enum BuiltCatalogues {
  /// What went wrong when they were made, which is done once; empty where they stand.
  package static let failure: String = {
    let program = ProgramFile.path("watchword")
    // The program itself is taken as it is.
    let made = Result {
      try Completion.of("make", ["-C", PackageFile.root, "-o", program, "catalogues", "program=\(program)"])
    }
    return switch made {
    case .success(let made): made.status == 0 ? "" : "\(made.output)\(made.errors)"
    case .failure(let error): "\(error)"
    }
  }()
}
