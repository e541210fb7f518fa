/**
 * The CSS selector of text blocks. Each text block has its own text direction. A container such as a list has
 * the direction of its first block, which the style sheet sets.
 */
export const textBlockSelector = 'p, h1, h2, h3, h4, h5, h6'
