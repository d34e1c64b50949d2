import lit.formats

config.name = "Unit"
config.test_format = lit.formats.GoogleTest(".", "Test")
