/** Makes the browser print in landscape format while rendered. */
export function WidePaper() {
  return <style>{'@page{size:landscape}'}</style>
}
