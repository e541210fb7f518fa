import i18next from 'i18next'
import type { Priority } from '#common/work/work-items/priorities.ts'
import { t } from '../../../../locales/i18n.ts'
import { store, tables } from '../../../../platform/app/sync.ts'
import { displayNameOf } from '../../../../platform/person/display-name.ts'
import { assignableUsersAtom } from '../../../../platform/person/people.ts'
import { getCurrentDay } from '../../../../platform/person/today.ts'
import { getDateInputWords } from '../../../../platform/ui/date-words.ts'
import { parseDate } from '../../../../platform/ui/parse-date.ts'
import { openCyclesAtom } from '../../../cycles-modules-epics/cycles.ts'
import { unarchivedEpicsAtom } from '../../../cycles-modules-epics/epics.ts'
import { modulesAcceptingItemsAtom } from '../../../cycles-modules-epics/modules.ts'
import { labelsAtom } from '../../../labels/atoms.ts'
import { statesAtom } from '../../../states/atoms.ts'
import { estimateValuesOfProjectAtom, estimateValueText } from '../../../work-items/estimates.ts'
import type { ChoosableProjectValues, ReferenceNameGetters, TextParsers } from '../../properties/text.ts'

const priorityName = (priority: Priority) => t(`ui.priority.${priority}`)

/** Returns the names of loaded rows for cells that are copied. */
export const nameGettersForLoadedObjects: ReferenceNameGetters = {
  state: (id) => tables.states.get(id)?.name ?? '',
  label: (id) => tables.labels.get(id)?.name ?? '',
  cycle: (id) => tables.cycles.get(id)?.name ?? '',
  epic: (id) => tables.work_items.get(id)?.name ?? '',
  module: (id) => tables.modules.get(id)?.name ?? '',
  estimate: (id) => pointWords(id),
  person: (id) => displayNameOf(tables.users.get(id)) ?? '',
  project: (id) => tables.projects.get(id)?.name ?? '',
  priority: priorityName,
}

function pointWords(id: string): string {
  const point = tables.estimate_points.get(id)
  return point === undefined ? '' : estimateValueText(point)
}

/** Returns the values that users can choose for items of a project, to parse pasted text. */
export function choosableValuesOfProject(project_id: string): ChoosableProjectValues {
  const named = ({ id, name }: { id: string; name: string }) => ({ id, names: [name] })
  return {
    states: store.get(statesAtom(project_id)).map(named),
    labels: store.get(labelsAtom(project_id)).map(named),
    cycles: store.get(openCyclesAtom(project_id)).map(named),
    epics: store.get(unarchivedEpicsAtom(project_id)).map(named),
    modules: store.get(modulesAcceptingItemsAtom(project_id)).map(named),
    estimates: store.get(estimateValuesOfProjectAtom(project_id)).map((point) => ({
      id: point.id,
      names: [estimateValueText(point), point.value],
    })),
    people: store.get(assignableUsersAtom(project_id)).map((person) => ({
      id: person.id,
      names: [
        displayNameOf(person),
        `${person.first_name} ${person.last_name}`.trim(),
        ...(person.email ? [person.email] : []),
      ],
    })),
  }
}

export function createCellTextParsers(): TextParsers {
  const words = getDateInputWords()
  const today = getCurrentDay()
  return {
    date: (text) => parseDate(text, { today, language: i18next.language, words }),
    priority: priorityName,
  }
}
