import * as endpoints from '#contract/communities/endpoints'
import * as staff from '#contract/communities/moderation-endpoints'
import * as camps from '#contract/communities/nysc-endpoints'
import { serve } from '#server/http/serve'
import * as groups from './groups.ts'
import * as moderation from './moderation.ts'
import * as nysc from './nysc.ts'
import * as posts from './posts.ts'

export const communityRoutes = [
  serve(camps.listNyscCamps, nysc.listNyscCamps),
  serve(camps.listNyscBatches, nysc.listNyscBatches),
  serve(camps.findStopovers, nysc.findStopovers),
  serve(endpoints.listGroups, groups.listGroups),
  serve(endpoints.getGroup, groups.getGroup),
  serve(endpoints.joinGroup, groups.joinGroup),
  serve(endpoints.leaveGroup, groups.leaveGroup),
  serve(endpoints.listBuddies, groups.listBuddies),
  serve(endpoints.getMyCommunity, groups.getMyCommunity),
  serve(endpoints.setCommunityName, groups.setCommunityName),
  serve(endpoints.setBlock, groups.setBlock),
  serve(endpoints.listPosts, posts.listPosts),
  serve(endpoints.listAnswers, posts.listAnswers),
  serve(endpoints.getPostPhoto, posts.getPostPhoto),
  serve(endpoints.writePost, posts.writePost),
  serve(endpoints.deletePost, posts.deletePost),
  serve(endpoints.thankPost, posts.thankPost),
  serve(endpoints.reportPost, moderation.reportPost),
  serve(endpoints.appealPost, moderation.appealPost),
  serve(staff.listModerationQueue, moderation.listModerationQueue),
  serve(staff.decidePost, moderation.decidePost),
  serve(staff.listModerationLog, moderation.listModerationLog),
]
