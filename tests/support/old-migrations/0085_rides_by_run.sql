-- The stops after one where a run boards, from one page of the index: a search asks each run it meets where it goes
-- next.
create unique index schedule_stop_of_run on schedule_stop (schedule_id, position)
  include (city_id, motor_park_id, arrives_after_seconds, pick_up, drop_off);
alter table schedule_stop drop constraint schedule_stop_pkey,
  add constraint schedule_stop_pkey primary key using index schedule_stop_of_run;
