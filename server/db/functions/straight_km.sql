-- Returns the kilometres in a straight line between two places (in degrees), on a sphere of 12,742 km diameter.
-- Written so that the planner can inline it.
create or replace function straight_km(a_lat float8, a_lon float8, b_lat float8, b_lon float8) returns float8
language sql immutable parallel safe as $$
  select 12742 * asin(sqrt(least(1, sin(radians(b_lat - a_lat) / 2) ^ 2
    + cos(radians(a_lat)) * cos(radians(b_lat)) * sin(radians(b_lon - a_lon) / 2) ^ 2)))
$$;
