# RUN: my-missing
