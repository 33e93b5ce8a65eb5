import * as endpoints from '#contract/communities/endpoints'
import { serve } from '#server/http/serve'
import * as groups from './groups.ts'
import * as moderation from './moderation.ts'
import * as nysc from './nysc.ts'
import * as posts from './posts.ts'

export const communityRoutes = [
  serve(endpoints.listNyscCamps, nysc.listNyscCamps),
  serve(endpoints.listNyscBatches, nysc.listNyscBatches),
  serve(endpoints.findStopovers, nysc.findStopovers),
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
  serve(endpoints.listModerationQueue, moderation.listModerationQueue),
  serve(endpoints.decidePost, moderation.decidePost),
  serve(endpoints.listModerationLog, moderation.listModerationLog),
]
