-- A search meets two of these in one walk each, without touching the table.
create index schedule_stop_search on schedule_stop (city_id, schedule_id, position)
  include (pick_up, drop_off, motor_park_id, arrives_after_seconds, departs_after_seconds);
drop index schedule_stop_city;
