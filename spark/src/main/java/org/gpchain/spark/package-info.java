/** Annotates documents on a cluster with Apache Spark. */
package org.gpchain.spark;
