-- These get another parameter: the outbound booking, which makes no room for its own return trip.
drop function if exists hold_seats(uuid, text, uuid, smallint, smallint, smallint[], text[], text, uuid, bytea, jsonb,
  bigint, int, text, text, real);
drop function if exists check_network_limit(text, uuid, int, int, uuid[], text, real);
drop function if exists free_idle_holds(text, uuid, int);
