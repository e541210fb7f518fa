/** While it is there, the browser prints across the paper. */
export function WidePaper() {
  return <style>{'@page{size:landscape}'}</style>
}
