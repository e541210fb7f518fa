import type { EntityName } from '#common/entities.ts'
import type { Timeline } from './timeline.ts'

type Row = Record<string, unknown>

const guest = 5
const admin = 20

/** Computes which rows of a workspace a person may see at each version. */
export interface ExpectedAccess {
  sees(person: string, entity: EntityName, id: string, version: number): boolean
  /**
   * Returns true if the person's access at `version` covers `row`, which can be the state of a row at another version.
   */
  seesRow(person: string, entity: EntityName, row: Row, version: number): boolean
}

/**
 * Computes access from the documented rules and from the rows of memberships and projects at each version.
 * The computation does not use code of the product.
 * - Members of a workspace see the workspace, each other, and the public projects. Guests do not see public
 *   projects.
 * - An admin of the workspace is admin of every project. A guest of the workspace is guest in each of their
 *   projects.
 * - Only the person sees their own ended memberships.
 * - Members of a project see the project, its members, states and labels. Guests see only their own work
 *   items, pages and views, unless the project shows everything to guests.
 * - Only the owner sees a private page or view, and only while the owner is in the project.
 * - A person sees a relation when they see the items at both ends, and an attachment when they see its item.
 * - View settings, quick links, favorites, timers and reminders are visible only to their owner.
 * - Members and admins of the project see worklogs, guests do not.
 */
export function computeExpectedAccess(timeline: Timeline): ExpectedAccess {
  const workspaceRole = remembered((person: string, version: number): number | null => {
    const [workspace] = timeline.rowsAt('workspaces', version)
    if (workspace === undefined) return null
    const own = memberships('workspace_members', version).find((row) => row['member_id'] === person)
    return own === undefined ? null : Number(own['role'])
  })

  function memberships(entity: 'workspace_members' | 'project_members', version: number): Row[] {
    return timeline.rowsAt(entity, version).filter((row) => row['is_active'] === true)
  }

  const projectRole = remembered((person: string, projectId: unknown, version: number): number | null => {
    const inWorkspace = workspaceRole(person, version)
    if (inWorkspace === null || timeline.rowAt('projects', String(projectId), version) === null) return null
    if (inWorkspace === admin) return admin
    const own = memberships('project_members', version).find(
      (row) => row['member_id'] === person && row['project_id'] === projectId,
    )
    if (own === undefined) return null
    return inWorkspace === guest ? guest : Number(own['role'])
  })

  function seesWhole(person: string, projectId: unknown, version: number): boolean {
    const held = projectRole(person, projectId, version)
    if (held === null) return false
    return (
      held > guest ||
      timeline.rowAt('projects', String(projectId), version)?.['guest_view_all_features'] === true
    )
  }

  const isIn = (person: string, projectId: unknown, version: number) =>
    projectRole(person, projectId, version) !== null

  function seesOwn(person: string, projectId: unknown, owner: unknown, version: number): boolean {
    return owner === person && isIn(person, projectId, version)
  }

  /** Returns the creator of an item, even if the item is in the trash. */
  const makerOf = (id: string) =>
    timeline.images.find((image) => image.entity === 'work_items' && image.id === id && image.row !== null)
      ?.row?.['created_by']

  /**
   * Returns true if the person sees the rows that belong to an item, such as its comments, even if the item
   * is in the trash.
   */
  const seesBelow = (person: string, row: Row, version: number) =>
    seesWhole(person, row['project_id'], version) ||
    seesOwn(person, row['project_id'], makerOf(String(row['issue_id'])), version)

  const ownRow = (person: string, row: Row, version: number) =>
    row['user_id'] === person && workspaceRole(person, version) !== null

  const rules: Record<EntityName, (person: string, row: Row, version: number) => boolean> = {
    users: (person, _, version) => workspaceRole(person, version) !== null,
    workspaces: (person, _, version) => workspaceRole(person, version) !== null,
    workspace_members: (person, row, version) =>
      row['member_id'] === person || (row['is_active'] === true && workspaceRole(person, version) !== null),
    projects: (person, row, version) =>
      isIn(person, row['id'], version) ||
      (row['network'] === 2 && (workspaceRole(person, version) ?? 0) > guest),
    project_members: (person, row, version) =>
      row['member_id'] === person || (row['is_active'] === true && isIn(person, row['project_id'], version)),
    teamspaces: (person, row, version) => {
      const held = workspaceRole(person, version) ?? 0
      const isOpen = row['access'] === 1 || held === admin || (row['member_ids'] as string[]).includes(person)
      return held > guest && isOpen
    },
    states: (person, row, version) => isIn(person, row['project_id'], version),
    labels: (person, row, version) => isIn(person, row['project_id'], version),
    cycles: (person, row, version) => isIn(person, row['project_id'], version),
    intake_issues: (person, row, version) => rules.work_items(person, row, version),
    modules: (person, row, version) => isIn(person, row['project_id'], version),
    estimates: (person, row, version) => isIn(person, row['project_id'], version),
    estimate_points: (person, row, version) => isIn(person, row['project_id'], version),
    work_items: (person, row, version) =>
      seesWhole(person, row['project_id'], version) ||
      seesOwn(person, row['project_id'], row['created_by'], version),
    work_item_relations: (person, row, version) =>
      [row['issue_id'], row['related_issue_id']].every((item) =>
        sees(person, 'work_items', String(item), version),
      ),
    work_item_comments: seesBelow,
    work_item_links: seesBelow,
    git_references: seesBelow,
    reactions: seesBelow,
    votes: seesBelow,
    work_item_attachments: seesBelow,
    description_versions: seesBelow,
    epic_updates: (person, row, version) => seesBelow(person, { ...row, issue_id: row['epic_id'] }, version),
    project_updates: (person, row, version) => isIn(person, row['project_id'], version),
    user_properties: ownRow,
    recent_visits: ownRow,
    page_watches: ownRow,
    work_item_templates: (person, row, version) =>
      seesWhole(person, row['project_id'], version) && (workspaceRole(person, version) ?? 0) > guest,
    worklogs: (person, row, version) => (projectRole(person, row['project_id'], version) ?? 0) > guest,
    timers: ownRow,
    reminders: ownRow,
    drafts: (person, row, version) => row['created_by'] === person && workspaceRole(person, version) !== null,
    favorites: ownRow,
    home_preferences: ownRow,
    sidebar_preferences: ownRow,
    notifications: (person, row, version) =>
      (row['receivers'] as string[]).includes(person) &&
      (row['entity_name'] === 'page'
        ? sees(person, 'pages', String(row['entity_identifier']), version)
        : row['entity_name'] === 'project'
          ? projectRole(person, row['project_id'], version) !== null
          : seesBelow(person, { ...row, issue_id: row['entity_identifier'] }, version)),
    stickies: (person, row, version) => row['owner'] === person && workspaceRole(person, version) !== null,
    exports: (person, row, version) =>
      row['initiated_by'] === person && workspaceRole(person, version) !== null,
    workspace_exports: (person, row, version) =>
      row['initiated_by'] === person && workspaceRole(person, version) !== null,
    page_imports: (person, row, version) =>
      row['created_by'] === person && workspaceRole(person, version) !== null,
    item_imports: (person, row, version) =>
      row['created_by'] === person && workspaceRole(person, version) !== null,
    quick_links: (person, row, version) => row['owner'] === person && workspaceRole(person, version) !== null,
    pages: (person, row, version) =>
      (row['project_ids'] as string[]).some(
        (project) =>
          seesOwn(person, project, row['owned_by'], version) ||
          (row['access'] === 0 && seesWhole(person, project, version)) ||
          (Object.hasOwn(Object(row['shares']), person) && seesOwn(person, project, person, version)),
      ),
    page_versions: (person, row, version) => sees(person, 'pages', String(row['page_id']), version),
    page_comments: (person, row, version) => sees(person, 'pages', String(row['page_id']), version),
    dashboards: (person, row, version) =>
      (workspaceRole(person, version) ?? 0) > guest && (row['owned_by'] === person || row['access'] === 1),
    views: (person, row, version) =>
      row['project_id'] === null
        ? (row['owned_by'] === person && workspaceRole(person, version) !== null) ||
          (row['access'] === 1 && (workspaceRole(person, version) ?? 0) > guest)
        : seesOwn(person, row['project_id'], row['owned_by'], version) ||
          (row['access'] === 1 && seesWhole(person, row['project_id'], version)),
  }

  function sees(person: string, entity: EntityName, id: string, version: number): boolean {
    // User rows belong to no workspace. Every member may see the name of every other member.
    if (entity === 'users') return rules.users(person, {}, version)
    const row = timeline.rowAt(entity, id, version)
    return row !== null && rules[entity](person, row, version)
  }

  return { sees, seesRow: (person, entity, row, version) => rules[entity](person, row, version) }
}

/** Caches the results of a function, because the checks need the same membership at the same version many times. */
function remembered<Asked extends unknown[], Answer>(
  ask: (...asked: Asked) => Answer,
): (...asked: Asked) => Answer {
  const answers = new Map<string, Answer>()
  return (...asked) => {
    const key = asked.join(' ')
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = ask(...asked)
    answers.set(key, answer)
    return answer
  }
}
