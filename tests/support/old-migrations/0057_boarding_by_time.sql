-- When a run boards at each stop, seconds of its local day: between two cities that hundreds of runs an hour
-- connect, a search reads the first departures in their order instead of every run of the day.
alter table schedule add unique (id, starts_at_seconds);

alter table schedule_stop add column starts_at_seconds int;
update schedule_stop x set starts_at_seconds = s.starts_at_seconds from schedule s where s.id = x.schedule_id;
alter table schedule_stop
  alter column starts_at_seconds set not null,
  drop constraint schedule_stop_schedule_id_fkey,
  add foreign key (schedule_id, starts_at_seconds) references schedule (id, starts_at_seconds)
    on update cascade on delete cascade,
  add column boards_at int not null generated always as ((starts_at_seconds + departs_after_seconds) % 86400) stored,
  add column boards_days_after int not null generated always as ((starts_at_seconds + departs_after_seconds) / 86400) stored;
comment on column schedule_stop.starts_at_seconds is 'as its schedule has it';
comment on column schedule_stop.boards_at is 'when it leaves this stop, seconds of the local day';
comment on column schedule_stop.boards_days_after is 'days from its service day to the day it leaves this stop';

create function start_of_schedule() returns trigger language plpgsql as $$
begin
  new.starts_at_seconds := (select starts_at_seconds from schedule where id = new.schedule_id);
  return new;
end $$;
create trigger schedule_stop_starts before insert on schedule_stop for each row
  when (new.starts_at_seconds is null) execute function start_of_schedule();

drop index schedule_stop_search;
create index schedule_stop_search on schedule_stop (city_id, schedule_id, position)
  include (pick_up, drop_off, motor_park_id, arrives_after_seconds, departs_after_seconds, boards_at, boards_days_after);
create index schedule_stop_by_time on schedule_stop (city_id, boards_at, schedule_id)
  include (position, motor_park_id, departs_after_seconds, boards_days_after) where pick_up;
