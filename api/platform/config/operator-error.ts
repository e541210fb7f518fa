/** An error that the operator of the server can correct. Its message is printed without a stack. */
export class OperatorError extends Error {}
