/** Name of the Yjs fragment that contains the body of every document. */
export const bodyFragmentName = 'default'

/**
 * Name of the Yjs fragment that contains the title of a page as a heading. Documents of work items do not
 * have this fragment.
 */
export const titleFragmentName = 'title'
