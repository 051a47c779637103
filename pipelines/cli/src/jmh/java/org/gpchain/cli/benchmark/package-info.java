/** Benchmarks, compiled and run under the Maven profile {@code benchmark} (see the pom). */
package org.gpchain.internal.cli.benchmark;
