import {
  fieldNames,
  get,
  patch,
  post,
  remove,
  renameFields,
  type TokenRoute,
  workspacePath,
} from './route.ts'
import type { TokenRequest } from './token-request.ts'

const userAssets = '/assets/user-assets/'
const workspaceAssets = `${workspacePath}/assets/`
const announced = ['name', 'type', 'size', 'entity_type']
const userFields = fieldNames(announced)
const workspaceFields = fieldNames([...announced, 'entity_identifier'])

/**
 * Routes for pictures of the user, and for files of a workspace. A client requests an upload address, sends the file to
 * this address, and confirms the upload. The routes that end in `server/` do the same, because Tandem does not
 * distinguish whether a browser or a server uploads a file.
 */
export const assetRoutes: TokenRoute[] = [
  // The official client for Python uploads pictures of the user with this path.
  post('/users/assets/', createUserAsset, 200),
  ...['', 'server/'].flatMap((suffix) => [
    post(`${userAssets}${suffix}`, createUserAsset, 200),
    patch(`${userAssets}{asset_id}/${suffix}`, ({ call }) => call('confirmUserAsset'), 204),
    remove(`${userAssets}{asset_id}/${suffix}`, ({ call }) => call('deleteUserAsset')),
  ]),
  post(
    workspaceAssets,
    ({ call, body }) =>
      call('createWorkspaceAsset', {
        body: { entity_type: 'ISSUE_ATTACHMENT', ...renameFields(body, workspaceFields) },
      }),
    200,
  ),
  get(`${workspaceAssets}{asset_id}/`, async ({ call, params, ownPath }) => {
    const { name, type } = await call('checkWorkspaceAsset')
    return {
      asset_id: params['asset_id'],
      asset_url: ownPath('getWorkspaceAsset'),
      asset_name: name,
      asset_type: type,
    }
  }),
  patch(`${workspaceAssets}{asset_id}/`, ({ call }) => call('confirmWorkspaceAsset'), 204),
]

function createUserAsset({ call, body }: TokenRequest) {
  return call('createUserAsset', { body: renameFields(body, userFields) })
}
