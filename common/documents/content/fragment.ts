/** The Yjs fragment that holds the body of every document. */
export const bodyFragment = 'default'

/** The one that holds a page's title, as a heading; work items have none. */
export const titleFragment = 'title'
