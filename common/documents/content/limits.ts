/** Bytes of a document's Yjs state, and of the HTML, JSON or update that may be sent at once. */
export const maxDocumentBytes = 10 * 1024 * 1024

/** How deep blocks may stand in blocks. Far beyond what anyone writes, far below where a recursion runs out of stack. */
export const maxDepth = 100
