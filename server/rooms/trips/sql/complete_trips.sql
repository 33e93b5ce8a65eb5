-- Completes trips that should have arrived, including their delay.
create or replace function complete_trips() returns void language sql as $$
  update trip set status = 'completed' where status = 'departed' and arrives_at <= now()
    and arrives_at + make_interval(mins => delay_minutes) <= now()
$$;
