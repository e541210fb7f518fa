/**
 * Runs the parts of a long command with headings, and reports the duration of each.
 * @typedef {ReturnType<typeof createStepRunner>} Parts
 */
export function createStepRunner() {
  /** @type {{ name: string, seconds: number }[]} */
  const ended = []
  return {
    /**
     * @template Result
     * @param {string} name
     * @param {() => Promise<Result>} work
     * @returns {Promise<Result>}
     */
    async run(name, work) {
      console.log(`\n── ${name}`)
      const started = performance.now()
      try {
        return await work()
      } finally {
        ended.push({ name, seconds: (performance.now() - started) / 1000 })
      }
    },
    /**
     * Returns the report as text: one line with the duration of each part of the run, and the total at the
     * end.
     */
    report() {
      const whole = ended.reduce((sum, { seconds }) => sum + seconds, 0)
      const lines = [...ended, { name: 'Together', seconds: whole }]
      const width = Math.max(...lines.map(({ name }) => name.length))
      return lines.map(({ name, seconds }) => `${name.padEnd(width)}  ${readable(seconds)}`).join('\n')
    },
  }
}

/** @param {number} seconds */
function readable(seconds) {
  const whole = Math.round(seconds)
  return `${String(Math.floor(whole / 60)).padStart(3)} min ${String(whole % 60).padStart(2)} s`
}
