import type { Plugin } from 'vite'

/**
 * Removes a call from Sonner in the build. Sonner would inject its styles with an inline <style>, which our
 * Content-Security-Policy blocks. web/platform/styles/toasts.css contains the styles.
 */
export function sonnerStylePlugin(): Plugin {
  return {
    name: 'tandem:sonner-style',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/sonner\/dist\/index\.mjs/.test(id)) return
      const without = code.replace(/^__insertCSS\(".*"\);?$/m, '')
      if (without === code)
        this.error('sonner no longer adds its styles as it did: look at web/sonner-style-plugin.ts')
      return { code: without, map: null }
    },
  }
}
