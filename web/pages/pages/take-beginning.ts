import type { Doc } from 'yjs'
import { setTitle, titleOf } from '#common/documents/content/title.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { type PageAppearance, pageAppearanceOf } from '#common/pages/pages/style.ts'
import { beginTitle } from '../../documents/editor/begin-title.ts'
import { isFileThere } from '../../documents/files/pictures.ts'
import { t } from '../../locales/i18n.ts'
import { callAt } from '../../platform/app/call-at.ts'
import { mutate, store, tables } from '../../platform/app/sync.ts'
import { isSame } from '../../platform/sync/is-same.ts'
import { type Mutation, undoable } from '../../platform/sync/mutation.ts'
import { paramsOf, placeOf } from './actions.ts'
import { pageRightsAtom } from './atoms.ts'
import type { Along } from './fill-page.ts'
import type { PageBeginning } from './templates.ts'

/** What a page has besides its title and text. */
type Own = Pick<PageRow, 'logo_props' | 'label_ids'> & PageAppearance

const nothing: Own = { logo_props: {}, label_ids: [], ...pageAppearanceOf({}) }

/**
 * A page takes the title, icon, labels and looks of a template where it has none of its own, as its text is filled; what is still so when
 * that is undone goes with it. The title is the document's, where it is typed; the rest is the row's.
 */
export async function takeBeginning({ id }: PageRow, doc: Doc, begins: PageBeginning): Promise<Along> {
  const { name, looks, logo_props, label_ids } = begins
  // A cover that has gone since would have all of it refused.
  const isCovered = looks.cover != null && (await fileExists(looks.cover))
  const wanted: Own = { ...nothing, logo_props, label_ids, ...looks, ...(!isCovered && { cover: null }) }
  let title = ''
  let taken: (keyof Own)[] = []
  return {
    done: (isUndoneWithText) => {
      const page = tables.pages.get(id)
      if (!page || !store.get(pageRightsAtom(id)).rename) return
      const own = ownOf(page)
      taken = namesOf(own).filter((of) => isSame(own[of], nothing[of]) && !isSame(wanted[of], nothing[of]))
      title = titleOf(doc) === '' ? name : ''
      if (isUndoneWithText) {
        if (title !== '') {
          createTitleHeading(doc)
          setTitle(doc, title)
        }
        give(page, wanted, taken)
      } else giveAlone(page, wanted, taken, title)
    },
    undone: () => {
      const page = tables.pages.get(id)
      const isUntitled = title !== '' && titleOf(doc) === title
      if (isUntitled) setTitle(doc, '')
      if (!page) return
      const own = ownOf(page)
      const still = taken.filter((of) => isSame(own[of], wanted[of]))
      // A title that is emptied while one types leaves the page its name.
      give(page, nothing, still, isUntitled ? '' : undefined)
    },
  }
}

function ownOf({ logo_props, label_ids, view_props }: PageRow): Own {
  return { logo_props, label_ids, ...pageAppearanceOf(view_props) }
}

function namesOf(own: Own): (keyof Own)[] {
  return Object.keys(own) as (keyof Own)[]
}

function giving(page: PageRow, from: Own, names: (keyof Own)[], name?: string): Mutation<'updatePage'> {
  const { logo_props, label_ids, ...looks }: Partial<Own> = Object.fromEntries(
    names.map((of) => [of, from[of]]),
  )
  const view_props = Object.keys(looks).length === 0 ? undefined : looks
  const fields = {
    ...(name !== undefined && { name }),
    ...(logo_props && { logo_props }),
    ...(label_ids && { label_ids }),
  }
  return {
    call: callAt(placeOf(page), 'updatePage'),
    input: { params: paramsOf(page), body: { ...fields, ...(view_props && { view_props }) } },
    changes: [
      {
        entity: 'pages',
        id: page.id,
        op: 'update',
        fields: { ...fields, ...(view_props && { view_props: { ...page.view_props, ...view_props } }) },
      },
    ],
    answers: 'pages',
    inTurn: page.id,
  }
}

function give(page: PageRow, from: Own, names: (keyof Own)[], name?: string): void {
  if (names.length > 0 || name !== undefined) void mutate(giving(page, from, names, name))
}

/** Of a template without a text: a change like any other, which Undo takes back by itself. */
function giveAlone(page: PageRow, from: Own, names: (keyof Own)[], title: string): void {
  if (names.length === 0 && title === '') return
  const isNamed = title !== ''
  void mutate(
    undoable(
      giving(page, from, names, isNamed ? title : undefined),
      t('pages.begun'),
      giving(page, nothing, names, isNamed ? '' : undefined),
    ),
  )
}
