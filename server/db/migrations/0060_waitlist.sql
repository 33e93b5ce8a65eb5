-- Offers count against the limit of unpaid seats of the network from which their person joined (keyed hash). Null for
-- entries of the previous version, which count against no limit. `skipped_at`: when the entry was passed over because
-- its network had its share; it then keeps no seats from others, and is still tried first.
alter table queue_place add column network text, add column skipped_at timestamptz;
create index queue_place_network on queue_place (ended_at) where network is not null;
