/**
 * What a conversation is called on the phone and in an SMS: short enough to be read aloud, and beside a name enough. A
 * file of its own, since beside the constants of the model it would bring them into the first load.
 */
export const conversationNumber = (id: string): string => id.slice(-6).toUpperCase()
