# REQUIRES: long_tests
# RUN: false
