import documents from './en/documents.json' with { type: 'json' }
import identity from './en/identity.json' with { type: 'json' }
import operation from './en/operation.json' with { type: 'json' }
import organization from './en/organization.json' with { type: 'json' }
import pages from './en/pages.json' with { type: 'json' }
import personal from './en/personal.json' with { type: 'json' }
import planning from './en/planning.json' with { type: 'json' }
import platform from './en/platform.json' with { type: 'json' }
import sharing from './en/sharing.json' with { type: 'json' }
import work from './en/work.json' with { type: 'json' }

/**
 * The English texts of the interface, from the files of all areas. All other languages have the same keys.
 */
export const english = {
  ...platform,
  ...identity,
  ...organization,
  ...documents,
  ...work,
  ...planning,
  ...pages,
  ...personal,
  ...sharing,
  ...operation,
}
