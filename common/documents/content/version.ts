/**
 * Which schema an editor knows. An editor takes nodes and marks that it does not know out of the text, for everybody: a page that was loaded
 * before an update must not open a document any more. Raise it with every change of what the schema holds.
 */
export const schemaVersion = 8
