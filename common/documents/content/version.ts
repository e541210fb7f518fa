/**
 * The version of the document schema, which editors send. An editor removes nodes and marks that it does not
 * know, for everybody. A browser tab that was loaded before an update must therefore not open documents any
 * more. Raise this number with every change of the schema.
 */
export const documentSchemaVersion = 8
