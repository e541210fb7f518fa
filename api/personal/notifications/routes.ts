import { notificationCalls, notificationPreferenceCalls } from '#common/personal/notifications/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import {
  archiveNotification,
  deleteNotification,
  markAllNotificationsRead,
  markAllNotificationsUnread,
  markNotificationRead,
  markNotificationUnread,
  unarchiveNotification,
  updateNotification,
} from './commands.ts'
import { getPreferences, updatePreferences } from './preferences.ts'
import { countNotifications, getNotification, listNotifications } from './queries.ts'

export const notificationsFeature = defineFeature(notificationCalls, {
  listNotifications: (ctx, { query }) => listNotifications(ctx, query),
  countNotifications: (ctx) => countNotifications(ctx),
  markAllRead: (ctx, { body }) => markAllNotificationsRead(ctx, body),
  markAllUnread: (ctx, { body }) => markAllNotificationsUnread(ctx, body),
  getNotification: (ctx, { params }) => getNotification(ctx, params.notification_id),
  updateNotification: (ctx, { params, body }) => updateNotification(ctx, params.notification_id, body),
  deleteNotification: (ctx, { params }) => deleteNotification(ctx, params.notification_id),
  markRead: (ctx, { params }) => markNotificationRead(ctx, params.notification_id),
  markUnread: (ctx, { params }) => markNotificationUnread(ctx, params.notification_id),
  archiveNotification: (ctx, { params }) => archiveNotification(ctx, params.notification_id),
  unarchiveNotification: (ctx, { params }) => unarchiveNotification(ctx, params.notification_id),
})

export const notificationPreferencesFeature = defineFeature(notificationPreferenceCalls, {
  getNotificationPreferences: (ctx) => getPreferences(ctx),
  updateNotificationPreferences: (ctx, { body }) => updatePreferences(ctx, body),
})
