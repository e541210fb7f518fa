/** Makes the browser print in landscape format while this component is rendered. */
export function LandscapePrintStyle() {
  return <style>{'@page{size:landscape}'}</style>
}
