export { deleteOldSubscriptions, selectAcceptsMessages, findPushPhones } from './push-repository.ts'
export { pushToPhone, pushToPhones } from './push-to-phones.ts'
export { getPushKey, renewPush, subscribePhone, unsubscribePush } from './subscriptions.ts'
