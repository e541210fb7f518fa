/** What holds text and may read from the right; containers follow their first one, by the style sheet. */
export const textBlocks = 'p, h1, h2, h3, h4, h5, h6'
