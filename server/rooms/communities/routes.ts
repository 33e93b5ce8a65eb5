import * as endpoints from '#contract/communities/endpoints'
import { bindEndpoint } from '#server/http/serve'
import * as groups from './groups.ts'
import * as moderation from './moderation.ts'
import * as nysc from './nysc.ts'
import * as posts from './posts.ts'

export const communityRoutes = [
  bindEndpoint(endpoints.listNyscCamps, nysc.listNyscCamps),
  bindEndpoint(endpoints.listNyscBatches, nysc.listNyscBatches),
  bindEndpoint(endpoints.findStopovers, nysc.findStopovers),
  bindEndpoint(endpoints.listGroups, groups.listGroups),
  bindEndpoint(endpoints.getGroup, groups.getGroup),
  bindEndpoint(endpoints.joinGroup, groups.joinGroup),
  bindEndpoint(endpoints.leaveGroup, groups.leaveGroup),
  bindEndpoint(endpoints.listBuddies, groups.listBuddies),
  bindEndpoint(endpoints.getMyCommunity, groups.getMyCommunity),
  bindEndpoint(endpoints.setCommunityName, groups.setCommunityName),
  bindEndpoint(endpoints.setBlock, groups.setBlock),
  bindEndpoint(endpoints.listPosts, posts.listPosts),
  bindEndpoint(endpoints.listAnswers, posts.listAnswers),
  bindEndpoint(endpoints.getPostPhoto, posts.getPostPhoto),
  bindEndpoint(endpoints.writePost, posts.writePost, posts.encodePostPhoto),
  bindEndpoint(endpoints.deletePost, posts.deletePost),
  bindEndpoint(endpoints.thankPost, posts.thankPost),
  bindEndpoint(endpoints.reportPost, moderation.reportPost),
  bindEndpoint(endpoints.appealPost, moderation.appealPost),
  bindEndpoint(endpoints.listModerationQueue, moderation.listModerationQueue),
  bindEndpoint(endpoints.decidePost, moderation.decidePost),
  bindEndpoint(endpoints.listModerationLog, moderation.listModerationLog),
]
