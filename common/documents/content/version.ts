/**
 * The version of the document schema, which editors send. An old editor deletes nodes and marks that it does
 * not know from the shared document. A browser tab that was loaded before an update must therefore not open
 * documents any more. Raise this number with every change of the schema.
 */
export const documentSchemaVersion = 11
