/** Inner loops with the Vector API of the JDK, several times as fast as plain loops. */
package org.gpchain.internal.simd;
