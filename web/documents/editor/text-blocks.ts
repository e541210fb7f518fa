/**
 * Selects the text blocks, each of which has its own text direction. In the style sheet, containers follow
 * their first block.
 */
export const textBlockSelector = 'p, h1, h2, h3, h4, h5, h6'
