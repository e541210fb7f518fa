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

/** Fields of a page other than its title and text. */
type Own = Pick<PageRow, 'logo_props' | 'label_ids'> & PageAppearance

const nothing: Own = { logo_props: {}, label_ids: [], ...pageAppearanceOf({}) }

/**
 * Returns the change that applies a template's title, icon, labels and appearance to a page, without overwriting
 * existing values. Undo resets fields that still have the template's values. The title is part of the document; the
 * other fields belong to the row.
 */
export async function takeBeginning({ id }: PageRow, doc: Doc, begins: PageBeginning): Promise<Along> {
  const { name, looks, logo_props, label_ids } = begins
  // If the cover no longer exists, leave it out. The server would reject the whole change.
  const isCovered = looks.cover != null && (await isFileThere(looks.cover))
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
      // Reset the name explicitly, because an empty document title does not change the page's name.
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

/** Applies a template without a text as an ordinary change with its own Undo. */
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
