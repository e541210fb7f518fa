import { expect, test } from 'vitest'
import { createMessageTranslator } from '#common/locales/message-translator.ts'

const translate = createMessageTranslator({
  'The project “{{project}}” has {{count}} members.': '{{count}} Mitglieder hat das Projekt „{{project}}“.',
  'Page not found': 'Seite nicht gefunden',
})

test('the values of a message take the places of the translation', () => {
  expect(translate('Page not found')).toBe('Seite nicht gefunden')
  expect(translate('The project “Harbor” has 3 members.')).toBe('3 Mitglieder hat das Projekt „Harbor“.')
  expect(translate('Something else')).toBe('Something else')
})

test.each(['R$$D', '$&', '{{count}}', '{{project}}', 'a\nb'])('the value %s stays as it is', (name) => {
  expect(translate(`The project “${name}” has 3 members.`)).toBe(`3 Mitglieder hat das Projekt „${name}“.`)
})
