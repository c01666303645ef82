# cmake -DFROM=FILE -DTO=FILE -DOLD=TEXT -DNEW=TEXT -P mutate.cmake
# Copies a source with one rule changed, which must be there exactly once.
# Broken lines are joined first, so that OLD is one line however it is wrapped.
file(READ "${FROM}" text)
string(REGEX REPLACE "\n +" " " text "${text}")
string(REPLACE "( " "(" text "${text}")
string(FIND "${text}" "${OLD}" at)
string(FIND "${text}" "${OLD}" last REVERSE)
if(at EQUAL -1 OR NOT at EQUAL last)
  message(FATAL_ERROR "'${OLD}' is not in ${FROM} exactly once: choose "
    "another wrong rule in test/differential/CMakeLists.txt")
endif()
string(REPLACE "${OLD}" "${NEW}" text "${text}")
file(WRITE "${TO}" "${text}")
