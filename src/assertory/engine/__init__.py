"""The engine: values in, a verdict out; pure, with no input, output, clock or chance."""
