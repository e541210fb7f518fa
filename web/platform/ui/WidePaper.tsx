/** Makes the browser print in landscape format while this component is rendered. */
export function WidePaper() {
  return <style>{'@page{size:landscape}'}</style>
}
