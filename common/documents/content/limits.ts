/** Maximum size in bytes of the Yjs state of a document, and of the HTML, JSON or update in one request. */
export const maxDocumentBytes = 10 * 1024 * 1024

/**
 * Maximum nesting depth of blocks. It is far above the depth of real texts, and far below the depth at which
 * recursive functions exhaust the stack.
 */
export const maxDocumentDepth = 100
