/**
 * The version of the schema, which editors send. An editor removes nodes and marks that it does not know, for everybody, so a
 * page that was loaded before an update must not open documents any more. Raise this number with every change of the schema.
 */
export const schemaVersion = 8
