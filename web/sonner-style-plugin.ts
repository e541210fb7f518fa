import type { Plugin } from 'vite'

/**
 * Sonner adds its stylesheet by an inline <style> when imported, which our Content-Security-Policy refuses. The build takes
 * that call out; web/platform/styles/toasts.css has the styles.
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
