/** The Yjs fragment that holds the body of every document. */
export const bodyFragment = 'default'

/** The Yjs fragment that holds the title of a page as a heading. Documents of work items do not have it. */
export const titleFragment = 'title'
