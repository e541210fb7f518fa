import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { booleanQueryField, commaSeparatedNames, emptyAsNull } from '../../platform/fields.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { maxPerPage } from '../../work/listing/keys.ts'
import { createPageSchema, pagingQueryFields } from '../../work/listing/schema.ts'
import { type NotificationReason, notificationReasons } from './rules.ts'
import { notificationPreferences, notificationResponse } from './schema.ts'

const all = '/api/workspaces/{slug}/users/notifications/'
const one = '/api/workspaces/{slug}/users/notifications/{notification_id}/'

/**
 * Each user can access only their own notifications. Notifications of items that the caller can no longer see
 * are treated as not found.
 */
const mine = { workspace: 'guest', onlyOwn: true } as const

const unknownType = 'Unknown type.'

/** Calls for notifications about work items and pages. */
export const notificationCalls = declareCalls('notifications', {
  listNotifications: {
    summary: 'List your notifications, newest first. `per_page` and `cursor` paginate them',
    method: 'GET',
    path: all,
    who: { workspace: 'guest' },
    query: z.object({
      per_page: z.coerce.number().int().min(1).max(maxPerPage).optional(),
      cursor: pagingQueryFields.cursor,
      /** Reasons of notifications, separated by commas. */
      type: z
        .union([
          z.enum(['', 'all']).transform((): NotificationReason[] => []),
          commaSeparatedNames(notificationReasons, unknownType),
        ])
        .optional(),
      /** If true, only mentions are listed. If false, only notifications without mentions are listed. */
      mentioned: booleanQueryField.optional(),
      /** If true and `mentioned` is not set, mentions are listed in addition to the other notifications. */
      include_mentions: booleanQueryField.optional(),
      read: booleanQueryField.optional(),
      archived: booleanQueryField.optional(),
      snoozed: booleanQueryField.optional(),
      order_by: z.enum(['-created_at', 'created_at', '-updated_at', 'updated_at']).optional(),
    }),
    answer: z.union([createPageSchema(notificationResponse), z.array(notificationResponse)]),
  },
  countNotifications: {
    summary: 'Count your unread notifications and mentions. Snoozed and archived ones do not count',
    method: 'GET',
    path: `${all}unread/`,
    who: { workspace: 'guest' },
    answer: z.object({
      total_unread_notifications_count: z.int(),
      mention_unread_notifications_count: z.int(),
    }),
  },
  markAllRead: {
    summary: 'Mark all notifications, or those of one type or item, as read',
    method: 'POST',
    path: `${all}mark-all-read/`,
    who: { workspace: 'guest' },
    body: z.object({
      type: z.enum(['all', 'watching', ...notificationReasons], unknownType).optional(),
      mentioned: z.boolean().optional(),
      snoozed: z.boolean().optional(),
      archived: z.boolean().optional(),
      /** The server ignores this field, which clients of Plane send. */
      read: z.boolean().optional(),
      entity_identifier: id.optional(),
      /**
       * Time that is stored as the time of reading. `markAllUnread` with the same value undoes the change.
       */
      read_at: isoTimestamp.optional(),
    }),
    answer: z.object({ message: z.string() }),
  },
  markAllUnread: {
    summary: 'Mark the notifications with this `read_at` as unread',
    method: 'POST',
    path: `${all}mark-all-unread/`,
    who: { workspace: 'guest' },
    body: z.object({ read_at: isoTimestamp }),
    answer: z.object({ message: z.string() }),
  },
  getNotification: {
    summary: 'Get one of your notifications',
    method: 'GET',
    path: one,
    who: mine,
    answer: notificationResponse,
  },
  updateNotification: {
    summary: 'Snooze a notification until a time. Null ends the snooze',
    method: 'PATCH',
    path: one,
    who: mine,
    body: z.object({ snoozed_till: emptyAsNull(isoTimestamp).optional() }),
    answer: notificationResponse,
  },
  deleteNotification: {
    summary: 'Delete a notification',
    method: 'DELETE',
    path: one,
    who: mine,
  },
  markRead: {
    summary: 'Mark a notification as read',
    method: 'POST',
    path: `${one}read/`,
    who: mine,
    answer: notificationResponse,
  },
  markUnread: {
    summary: 'Mark a notification as unread',
    method: 'DELETE',
    path: `${one}read/`,
    who: mine,
    answer: notificationResponse,
  },
  archiveNotification: {
    summary: 'Archive a notification',
    method: 'POST',
    path: `${one}archive/`,
    who: mine,
    answer: notificationResponse,
  },
  unarchiveNotification: {
    summary: 'Unarchive a notification',
    method: 'DELETE',
    path: `${one}archive/`,
    who: mine,
    answer: notificationResponse,
  },
})

const own = '/api/users/me/notification-preferences/'
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00.')

/**
 * Calls for the notification preferences of the caller. A new user has all notifications enabled and no quiet
 * hours.
 */
export const notificationPreferenceCalls = declareCalls('users', {
  getNotificationPreferences: {
    summary: 'Get your email notification preferences and quiet hours',
    method: 'GET',
    path: own,
    who: 'signed-in',
    answer: notificationPreferences,
  },
  updateNotificationPreferences: {
    summary: 'Update your email notification preferences and quiet hours. They can span midnight',
    method: 'PATCH',
    path: own,
    who: 'signed-in',
    body: notificationPreferences
      .extend({ quiet_from: emptyAsNull(time), quiet_to: emptyAsNull(time) })
      .partial(),
    answer: notificationPreferences,
  },
})
