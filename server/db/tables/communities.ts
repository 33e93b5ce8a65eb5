// Written by npm run tables from the migrations.
import type { Bytes, Generated, Timestamp } from '#server/db/column-types'

/** what authors say against a decision, once a post */
export interface CommunityAppeal {
  post_id: string
  words: string
  made_at: Generated<Timestamp>
  answered_at: Timestamp | null
}

/** the names that people chose */
export interface CommunityAuthor {
  id: string
  person_id: string
  name: string
  created_at: Generated<Timestamp>
}

/** whom people do not want to read, or to be read by */
export interface CommunityBlock {
  author_id: string
  other_id: string
  state: 'muted' | 'blocked'
}

/** groups by road, city, campus, camp and trade */
export interface CommunityGroup {
  code: string
  kind: 'road' | 'city' | 'campus' | 'camp' | 'trade'
  name: string
  about: string
}

/** who is in which group */
export interface CommunityMember {
  group_code: string
  author_id: string
  is_listed: Generated<boolean>
  batch: string | null
  joined_at: Generated<Timestamp>
}

/** photos of posts, made anew by us */
export interface CommunityPhoto {
  post_id: string
  jpeg: Bytes
}

/** posts, and answers to them */
export interface CommunityPost {
  id: string
  group_code: string
  author_id: string
  answers: string | null
  body: string
  state: 'shown' | 'waiting' | 'hidden' | 'removed'
  looked_at: Timestamp | null
  thanks: Generated<number>
  reports: Generated<number>
  client_ref: string | null
  created_at: Generated<Timestamp>
}

/** who reported what, once each */
export interface CommunityReport {
  post_id: string
  author_id: string
  reason: 'spam' | 'scam' | 'insult' | 'private' | 'wrong'
  words: string | null
  created_at: Generated<Timestamp>
}

/** who thanked for what */
export interface CommunityThanks {
  post_id: string
  author_id: string
}

/** what was decided about posts and why, append-only */
export interface ModerationEntry {
  id: string
  post_id: string
  group_code: string
  decision: 'waits' | 'hidden' | 'shown' | 'removed' | 'appealed'
  reason: string
  made_by: string
  made_at: Generated<Timestamp>
}

/** batches and their days in camp, as far as they were announced */
export interface NyscBatch {
  code: string
  name: string
  camp_from: string | null
  camp_to: string | null
  note: string
  source: string
  known_on: string
  position: number
}

/** orientation camps, as lists had them on a day */
export interface NyscCamp {
  code: string
  state_code: string
  place: string
  also_listed: string | null
  city_code: string
  source: string
  known_on: string
}
