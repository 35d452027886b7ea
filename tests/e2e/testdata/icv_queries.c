// Routines of OpenMP on the device whose values are the implementation's, and digraphs.
%:include <stdio.h>
%:include <omp.h>

int main(void)
<%
    int v<:12:> = <%0%>;
%:pragma omp target teams distribute parallel for map(tofrom: v)
    for (int i = 0; i < 12; i++) <%
        omp_sched_t kind;
        int chunk;
        omp_set_schedule(omp_sched_dynamic, 2);
        omp_get_schedule(&kind, &chunk);
        omp_set_max_active_levels(2);
        v<:i:> += kind >= omp_sched_static && kind <= omp_sched_auto;
        v[i] += chunk >= 0;
        v[i] += omp_get_proc_bind() <= omp_proc_bind_spread;
        v[i] += omp_get_num_places() >= 0;
        v[i] += omp_get_place_num() >= -1;
        v[i] += omp_get_place_num_procs(0) >= 0;
        v[i] += omp_get_partition_num_places() >= 0;
        v[i] += omp_get_max_task_priority() >= 0;
        v[i] += omp_get_max_active_levels() >= 0;
    %>
    for (int i = 0; i < 12; i++)
        printf("%d ", v[i]);
    printf("%s\n", "<::>");
    return 0;
%>
